@echo off
rem Runs Sooth on JAVA_HOME's java, else the one on the PATH; it has to be 17 or newer.
setlocal
set JAVA=java
if defined JAVA_HOME set JAVA=%JAVA_HOME%\bin\java
"%JAVA%" -XX:MaxRAMPercentage=70 %SOOTH_JAVA_OPTS% -jar "%~dp0..\sooth.jar" %*
exit /b %ERRORLEVEL%
